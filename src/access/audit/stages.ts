/** How much is recorded of a request. Each level includes what those before it record. */
export const LEVELS = ['None', 'Metadata', 'Request', 'RequestResponse'] as const
export type Level = (typeof LEVELS)[number]

/** When something is recorded of a request. */
export const STAGES = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const
export type Stage = (typeof STAGES)[number]

/** How a request is recorded. */
export interface Recording {
  readonly level: Level
  /** At which of the stages. */
  readonly stages: Readonly<Record<Stage, boolean>>
  readonly omitManagedFields: boolean
}
