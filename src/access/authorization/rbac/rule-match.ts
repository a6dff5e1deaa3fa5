import type { RequestAttributes } from '../../../http/request-attributes.js'
import type { PolicyRule } from '../../../kinds/rbac/policy-rule.js'
import { SubjectRights } from './subject-rights.js'

const compiled = new WeakMap<PolicyRule, SubjectRights>()

/** Whether one rule by itself gives the right: for those who want to know which one does. */
export function ruleAllows(rule: PolicyRule, attributes: RequestAttributes): boolean {
  let rights = compiled.get(rule)
  if (rights === undefined) {
    rights = new SubjectRights()
    rights.add(rule)
    compiled.set(rule, rights)
  }
  return rights.allows(attributes, attributes.resource?.name)
}
