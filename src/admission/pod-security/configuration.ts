import { type Policy, UNRESTRICTED } from './policy.js'

/** What holds for all namespaces. */
export interface PodSecurityConfig {
  /** For what the labels of a namespace leave open. */
  readonly defaults: Policy
  /** Whose pods are not checked. */
  readonly exempt: {
    readonly namespaces: ReadonlySet<string>
    readonly users: ReadonlySet<string>
    readonly runtimeClasses: ReadonlySet<string>
  }
}

const NONE: ReadonlySet<string> = new Set()

export const DEFAULT_POD_SECURITY: PodSecurityConfig = {
  defaults: UNRESTRICTED,
  exempt: { namespaces: NONE, users: NONE, runtimeClasses: NONE },
}
