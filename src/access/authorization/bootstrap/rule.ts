import type { PolicyRule } from '#kinds/rbac/policy-rule.js'

/** Verbs by what they are for. */
export const READ = 'get list watch'
export const WRITE = 'create delete deletecollection patch update'

const words = (text: string) => text.split(' ').sort()

/** A rule on resources of one group. Verbs are given as words in one text. */
export const rule = (verbs: string, group: string, ...resources: readonly string[]): PolicyRule => ({
  verbs: words(verbs),
  apiGroups: [group],
  resources: [...resources].sort(),
})

export const pathRule = (verbs: string, ...paths: readonly string[]): PolicyRule => ({
  verbs: words(verbs),
  nonResourceURLs: [...paths].sort(),
})
