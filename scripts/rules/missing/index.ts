import { coreRules } from './core.js'
import { machineryRules } from './machinery.js'
import type { OtherRule } from './missing-rule.js'
import { networkingRules } from './networking.js'
import { podsRules } from './pods.js'
import { workloadsRules } from './workloads.js'

export type { OtherRule } from './missing-rule.js'

/** The rules that are not in the tables of examples. */
export const otherRules: readonly OtherRule[] = [
  ...podsRules,
  ...coreRules,
  ...workloadsRules,
  ...networkingRules,
  ...machineryRules,
]
