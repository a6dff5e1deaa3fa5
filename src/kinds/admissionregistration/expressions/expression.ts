import { sameType } from '#cel/check/unify.js'
import { compile } from '#cel/compile.js'
import { AUTHORIZER_TYPE, RESOURCE_CHECK_TYPE } from '#cel/library/authorization.js'
import { APPLY_CONFIGURATION, JSON_PATCHES } from '#cel/library/patch-types.js'
import type { Program } from '#cel/program.js'
import {
  BOOL,
  type CelType,
  DYN,
  declaredTypeName,
  NULL,
  type ObjectField,
  objectType,
  STRING,
} from '#cel/types.js'
import { namespace } from '#kinds/core/namespace/index.js'
import { REQUEST_TYPE } from './request-type.js'
import { celTypeOf } from './schema-types.js'

export type Variables = ReadonlyMap<string, CelType>

/** The result types that an expression may have. */
export const BOOLEAN_RESULT: readonly CelType[] = [BOOL]
export const STRING_RESULT: readonly CelType[] = [STRING]
export const STRING_OR_NULL_RESULT: readonly CelType[] = [STRING, NULL]
export const ANY_RESULT: readonly CelType[] = []
/** Those of mutations. */
export const APPLY_RESULT: readonly CelType[] = [APPLY_CONFIGURATION]
export const JSON_PATCH_RESULT: readonly CelType[] = [JSON_PATCHES]

/** A compiled program, or an error message. */
export type CompiledExpression =
  | { readonly program: Program; readonly error?: undefined }
  | { readonly error: string; readonly program?: undefined }

/** The authorizer variables: what the sender may do in general, and with the requested resource. */
export const AUTHORIZER = 'authorizer'
export const REQUEST_RESOURCE = 'authorizer.requestResource'

/** The variables of a webhook's match conditions. The object type is dynamic unless it is given. */
export function requestVariables(objects: CelType = DYN): Map<string, CelType> {
  return new Map([
    ['object', objects],
    ['oldObject', objects],
    ['request', REQUEST_TYPE],
    [AUTHORIZER, AUTHORIZER_TYPE],
    [REQUEST_RESOURCE, RESOURCE_CHECK_TYPE],
  ])
}

/** The variables of a policy's expressions, without the policy's own `variables`. */
export function policyVariables(hasParams: boolean, objects: CelType = DYN): Map<string, CelType> {
  const variables = requestVariables(objects)
  variables.set('namespaceObject', celTypeOf(namespace.storageVersion.schema))
  if (hasParams) variables.set('params', DYN)
  return variables
}

/** The same with the policy's own variables. Each is added when it is compiled and can be used from then on. */
export class NamedVariables {
  readonly #fields = new Map<string, ObjectField>()
  readonly #members = new Map<string, string>()
  readonly variables: Variables

  constructor(variables: Variables) {
    const type = { ...objectType('kubernetes.variables', this.#fields), members: this.#members }
    this.variables = new Map([...variables, ['variables', type]])
  }

  add(name: string, type: CelType): void {
    this.#fields.set(name, { jsonName: name, type })
    this.#members.set(name, name)
  }
}

/** The same without the authorizer, which message expressions cannot use. */
export function withoutAuthorizer(variables: Variables): Variables {
  return new Map([...variables].filter(([name]) => name !== AUTHORIZER && name !== REQUEST_RESOURCE))
}

/** Compiles an expression that must have one of the result types. `makesPatches`: it is that of a mutation. */
export function compileExpression(
  source: string,
  variables: Variables,
  wanted: readonly CelType[],
  makesPatches = false,
): CompiledExpression {
  const { program, errors } = compile(source, { variables, allowsMixedLiterals: true, makesPatches })
  if (program === undefined) return { error: `compilation failed: ${errors.join('\n')}` }
  const { resultType } = program
  if (wanted.length === 0 || wanted.some((type) => sameType(type, resultType))) return { program }
  const names = wanted.map(declaredTypeName)
  const allowed = names.length === 1 ? names[0] : `one of [${names.join(' ')}]`
  return { error: `must evaluate to ${allowed} but got ${declaredTypeName(program.resultType)}` }
}
