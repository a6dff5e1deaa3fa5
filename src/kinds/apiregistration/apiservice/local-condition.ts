import type { APIServiceCondition } from './schema.js'

/** The condition of an APIService without a service. `now` is RFC 3339. */
export const localCondition = (now: string) =>
  ({
    type: 'Available',
    status: 'True',
    lastTransitionTime: now,
    reason: 'Local',
    message: 'Local APIServices are always available',
  }) as const satisfies APIServiceCondition
