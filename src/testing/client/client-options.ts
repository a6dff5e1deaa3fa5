/** Options of writes. */
export interface ClientWriteOptions {
  /** The owner of the written fields; `binnacle-testing` by default. */
  readonly fieldManager?: string | undefined
  /** Do everything but store. */
  readonly dryRun?: boolean | undefined
  /** How unknown fields are handled. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict' | undefined
}

export interface ClientApplyOptions extends ClientWriteOptions {
  /** Whether to take fields from other owners. */
  readonly force?: boolean | undefined
  /** Such as `status`. */
  readonly subresource?: string | undefined
}

export interface ClientPatchOptions extends ClientWriteOptions {
  /** The format of the patch; `merge` by default. */
  readonly type?: 'merge' | 'strategic' | 'json' | undefined
  /** Such as `status` or `scale`. */
  readonly subresource?: string | undefined
}

export interface ClientDeleteOptions {
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan' | undefined
  readonly gracePeriodSeconds?: number | undefined
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string } | undefined
  readonly dryRun?: boolean | undefined
}

/** The objects that a list or a watch selects. */
export interface ClientListOptions {
  /** All namespaces by default. */
  readonly namespace?: string | undefined
  /** Such as `app=web,tier!=test`. */
  readonly labelSelector?: string | undefined
  /** Such as `metadata.name=web`. */
  readonly fieldSelector?: string | undefined
  readonly resourceVersion?: string | undefined
  /** The maximum number of objects in a page. */
  readonly limit?: number | undefined
  /** The `continue` of the page before. */
  readonly continue?: string | undefined
}

export interface ClientWatchOptions extends Omit<ClientListOptions, 'limit' | 'continue'> {
  /** Ends the watch. */
  readonly signal?: AbortSignal | undefined
  readonly allowWatchBookmarks?: boolean | undefined
  readonly timeoutSeconds?: number | undefined
}

/** A page of a list. */
export interface ObjectPage<T> {
  readonly metadata: {
    readonly resourceVersion: string
    readonly continue?: string | undefined
    readonly remainingItemCount?: number | undefined
  }
  readonly items: T[]
}

/** The query of options; empty if none is set. */
export function queryOf(options: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue
    if (name === 'dryRun') {
      if (value === true) query.set(name, 'All')
    } else query.set(name, String(value))
  }
  return query.size === 0 ? '' : `?${query}`
}
