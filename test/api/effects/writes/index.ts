import { coreEffects, eventEffects } from './core.js'
import type { EffectExample } from './example.js'
import { podEffects } from './pods.js'
import { serviceEffects } from './services.js'
import { storageEffects } from './storage.js'
import { certificateEffects, otherEffects, workloadEffects } from './workloads.js'

export type { EffectExample } from './example.js'

export const effectExamples: readonly EffectExample[] = [
  ...podEffects,
  ...serviceEffects,
  ...coreEffects,
  ...eventEffects,
  ...storageEffects,
  ...workloadEffects,
  ...otherEffects,
  ...certificateEffects,
]
