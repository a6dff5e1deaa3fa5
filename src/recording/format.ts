/**
 * A recording of a cluster: lines of JSON, compressed with gzip. docs/guides/testing.md describes them for users.
 *
 *     {"binnacle":"recording","format":1,"created":"…","version":"…"}
 *     {"list":{"group":"","version":"v1","resource":"pods","resourceVersion":"4711"}}
 *     {"object":{…}}                                  one line for each object of the list above
 *     {"event":{"type":"MODIFIED","resource":{"group":"","version":"v1","resource":"pods"},"object":{…}}}
 *     {"end":{"objects":1,"events":1}}
 */
export const FORMAT = 1

/** A resource of the API. */
export interface RecordedResource {
  readonly group: string
  readonly version: string
  /** The plural name. */
  readonly resource: string
}

/** The list of a resource, which its objects follow. */
export interface RecordedList extends RecordedResource {
  readonly kind: string
  readonly resourceVersion: string
}

export interface RecordedObject {
  readonly apiVersion?: string
  readonly kind?: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly uid?: string
    readonly resourceVersion: string
    readonly annotations?: Readonly<Record<string, string>>
    readonly ownerReferences?: readonly { readonly uid?: string }[]
    readonly [field: string]: unknown
  }
  readonly [field: string]: unknown
}

export interface RecordedEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly resource: RecordedResource
  readonly object: RecordedObject
}

export interface RecordingHeader {
  readonly binnacle: 'recording'
  readonly format: number
  /** RFC 3339. */
  readonly created: string
  /** The version of the program. */
  readonly version: string
}

export type RecordingLine =
  | RecordingHeader
  | { readonly list: RecordedList }
  | { readonly object: RecordedObject }
  | { readonly event: RecordedEvent }
  | { readonly end: { readonly objects: number; readonly events: number } }

/** A recording cannot be made or read. The message is one line for the user. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'
}
