import { coreWarnings } from './core.js'
import type { WarningsExample } from './example.js'
import { podWarnings } from './pods.js'
import { workloadWarnings } from './workloads.js'

export type { WarningsExample } from './example.js'

export const warningsExamples: readonly WarningsExample[] = [
  ...podWarnings,
  ...coreWarnings,
  ...workloadWarnings,
]
