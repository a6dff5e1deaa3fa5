import { coreDefaults } from './core.js'
import type { DefaultsExample } from './example.js'
import { machineryDefaults } from './machinery.js'
import { podDefaults } from './pods.js'
import { workloadDefaults } from './workloads.js'

export type { DefaultsExample } from './example.js'
export { Derived } from './example.js'

export const defaultsExamples: readonly DefaultsExample[] = [
  ...podDefaults,
  ...coreDefaults,
  ...workloadDefaults,
  ...machineryDefaults,
]
