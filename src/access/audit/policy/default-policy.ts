import type { Policy } from './policy.js'

/**
 * What is recorded when no policy is given: who has changed what, or has tried to. Reads are recorded only where they are
 * refused, which no rule can say: that is known with the answer.
 */
export const DEFAULT_POLICY: Policy = {
  omitStages: ['RequestReceived'],
  rules: [{ level: 'None', verbs: ['get', 'list', 'watch', 'head', 'options'] }, { level: 'Metadata' }],
}
