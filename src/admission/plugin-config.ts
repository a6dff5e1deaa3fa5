/** The options of single plugins. */
export interface PluginConfig {
  /** How long pods tolerate nodes that are not ready, or unreachable, unless they say it themselves. */
  readonly defaultNotReadyTolerationSeconds: number
  readonly defaultUnreachableTolerationSeconds: number
  /** An `AdmissionConfiguration` file; empty for none. */
  readonly admissionControlConfigFile: string
}

export const DEFAULT_PLUGIN_CONFIG: PluginConfig = {
  defaultNotReadyTolerationSeconds: 300,
  defaultUnreachableTolerationSeconds: 300,
  admissionControlConfigFile: '',
}
