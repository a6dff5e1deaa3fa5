import { compile } from '#cel/compile.js'
import { type CelType, DYN, objectType } from '#cel/types.js'
import {
  NamedVariables,
  policyVariables,
  type Variables,
  withoutAuthorizer,
} from '#kinds/admissionregistration/expressions/expression.js'
import { celTypeOf } from '#kinds/admissionregistration/expressions/schema-types.js'
import type {
  ExpressionWarning,
  ValidatingAdmissionPolicySpec,
} from '#kinds/admissionregistration/validatingadmissionpolicy/schema.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { apiVersionOf } from '#meta/resource.js'
import type { ServedVersion } from '#registry/kind.js'
import { endOfLongStep } from '#util/event-loop.js'

/** The CEL type of a custom resource without its metadata; undefined if unknown. */
export type CustomResourceTypeOf = (version: ServedVersion) => CelType | undefined

/** A policy is checked against at most this many types. */
const MAX_TYPES = 10

/**
 * Type errors of expressions for the types that the rules name. They are only warnings: an expression may check
 * the type first.
 */
export async function expressionWarnings(
  spec: ValidatingAdmissionPolicySpec,
  versions: readonly ServedVersion[],
  customResourceTypeOf: CustomResourceTypeOf,
): Promise<ExpressionWarning[]> {
  const found = new Map<string, string[]>()
  for (const version of typesNamed(spec, versions)) {
    await endOfLongStep()
    const type = `${apiVersionOf(version)}, Kind=${version.kind}`
    for (const { fieldRef, error } of expressionErrors(spec, objectTypeOf(version, customResourceTypeOf))) {
      const warnings = found.get(fieldRef) ?? []
      found.set(fieldRef, warnings)
      warnings.push(`${type}: ${error}`)
    }
  }
  return [...found].map(([fieldRef, warnings]) => ({ fieldRef, warning: warnings.join('\n') }))
}

/** The versions that rules name without wildcards. */
function typesNamed(
  { matchConstraints }: ValidatingAdmissionPolicySpec,
  versions: readonly ServedVersion[],
): readonly ServedVersion[] {
  const rules = (matchConstraints?.resourceRules ?? []).filter(
    ({ apiGroups, apiVersions }) => !apiGroups?.includes('*') && !apiVersions?.includes('*'),
  )
  return versions
    .filter(({ group, version, plural }) =>
      rules.some(
        (rule) =>
          rule.apiGroups?.includes(group) &&
          rule.apiVersions?.includes(version) &&
          rule.resources?.includes(plural),
      ),
    )
    .slice(0, MAX_TYPES)
}

interface ExpressionError {
  readonly fieldRef: string
  readonly error: string
}

function objectTypeOf(version: ServedVersion, customResourceTypeOf: CustomResourceTypeOf): CelType {
  if (version.codec === undefined) return celTypeOf(version.schema)
  const type = customResourceTypeOf(version)
  if (type?.kind !== 'object') return DYN
  const metadata = { jsonName: 'metadata', type: celTypeOf(ObjectMeta) }
  return objectType(type.name, new Map([...type.fields, ['metadata', metadata]]))
}

function expressionErrors(spec: ValidatingAdmissionPolicySpec, objects: CelType): ExpressionError[] {
  const errors: ExpressionError[] = []
  const base = policyVariables(spec.paramKind !== undefined, objects)
  const check = (fieldRef: string, source: string, variables: Variables): CelType => {
    const compiled = compile(source.trim(), { variables, allowsMixedLiterals: true })
    if (compiled.program !== undefined) return compiled.program.resultType
    errors.push({ fieldRef, error: compiled.errors.join('\n') })
    return DYN
  }
  const named = new NamedVariables(base)
  for (const [index, { name, expression }] of (spec.variables ?? []).entries()) {
    named.add(name, check(`spec.variables[${index}].expression`, expression, named.variables))
  }
  const { variables } = named
  for (const [index, { expression }] of (spec.matchConditions ?? []).entries()) {
    check(`spec.matchConditions[${index}].expression`, expression, base)
  }
  for (const [index, { expression, messageExpression }] of (spec.validations ?? []).entries()) {
    check(`spec.validations[${index}].expression`, expression, variables)
    if (messageExpression) {
      const within = withoutAuthorizer(variables)
      check(`spec.validations[${index}].messageExpression`, messageExpression, within)
    }
  }
  for (const [index, { valueExpression }] of (spec.auditAnnotations ?? []).entries()) {
    check(`spec.auditAnnotations[${index}].valueExpression`, valueExpression, variables)
  }
  return errors
}
