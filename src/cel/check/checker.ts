import type { FunctionTable, Overload } from '#cel/library/declaration.js'
import type {
  Call,
  Comprehension,
  Expression,
  ListLiteral,
  MapLiteral,
  MessageField,
  MessageLiteral,
  Select,
} from '#cel/syntax/ast.js'
import type { CelError } from '#cel/syntax/cel-error.js'
import {
  BOOL,
  type CelType,
  DYN,
  ERROR,
  type FindMessageType,
  fieldTypeOf,
  INT,
  isDynamic,
  isOptional,
  listOf,
  mapOf,
  type ObjectType,
  optionalOf,
  typeName,
} from '#cel/types.js'
import type { CheckedExpression, ResolvedCall, Scope } from './checked.js'
import { instantiate } from './instantiate.js'
import { Substitutions, sameType } from './unify.js'

export interface CheckerOptions {
  readonly functions: FunctionTable
  readonly scope: Scope
  /** Whether items of a list literal, and values of a map literal, may have different types. */
  readonly allowsMixedLiterals: boolean
  readonly findMessageType: FindMessageType
}

/** How deeply expressions may nest: everything after the checker is recursive. */
const MAX_DEPTH = 1000

/** Infers the types of an expression and all its parts, or returns its type errors. */
export function check(
  expression: Expression,
  options: CheckerOptions,
): CheckedExpression | { readonly errors: readonly CelError[] } {
  const checker = new Checker(options)
  checker.check(expression, options.scope)
  if (checker.errors.length > 0) return { errors: checker.errors }
  return checker.checked(expression)
}

class Checker {
  readonly errors: CelError[] = []
  readonly #functions: FunctionTable
  readonly #allowsMixedLiterals: boolean
  readonly #findMessageType: FindMessageType
  readonly #types = new Map<Expression, CelType>()
  readonly #calls = new Map<Expression, ResolvedCall>()
  readonly #names = new Map<Expression, string>()
  readonly #substitutions = new Substitutions()
  #depth = 0

  constructor({ functions, allowsMixedLiterals, findMessageType }: CheckerOptions) {
    this.#functions = functions
    this.#allowsMixedLiterals = allowsMixedLiterals
    this.#findMessageType = findMessageType
  }

  checked(expression: Expression): CheckedExpression {
    const types = new Map(
      [...this.#types].map(([node, type]) => [node, this.#substitutions.resolve(type, true)]),
    )
    return { expression, types, calls: this.#calls, names: this.#names }
  }

  check(expression: Expression, scope: Scope): CelType {
    // Macros may use a part of the source twice, in the same scope.
    const known = this.#types.get(expression)
    if (known) return known
    if (++this.#depth > MAX_DEPTH) {
      this.#report(expression, `expression recursion limit exceeded: ${MAX_DEPTH}`)
      this.#types.set(expression, ERROR)
      this.#depth--
      return ERROR
    }
    const type = this.#typeOf(expression, scope)
    this.#types.set(expression, type)
    this.#depth--
    return type
  }

  #typeOf(expression: Expression, scope: Scope): CelType {
    switch (expression.kind) {
      case 'literal':
        return { kind: expression.literal.type }
      case 'identifier':
        return this.#identifier(expression, expression.name, scope)
      case 'select':
        return this.#select(expression, scope)
      case 'call':
        return this.#call(expression, scope)
      case 'list':
        return this.#list(expression, scope)
      case 'map':
        return this.#map(expression, scope)
      case 'message':
        return this.#message(expression, scope)
      case 'comprehension':
        return this.#comprehension(expression, scope)
    }
  }

  #report({ at }: { readonly at: number }, message: string): void {
    this.errors.push({ at, message })
  }

  #undeclared(place: { readonly at: number }, name: string): CelType {
    this.#report(place, `undeclared reference to '${name}' (in container '')`)
    return ERROR
  }

  #identifier(expression: Expression, written: string, scope: Scope): CelType {
    const name = written.replace(/^\./, '')
    const type = scope.find(name)
    if (!type) return this.#undeclared(expression, name)
    this.#names.set(expression, name)
    return type
  }

  #select(select: Select, scope: Scope): CelType {
    // A qualified name such as `google.protobuf.Timestamp` parses as selections.
    const name = qualifiedName(select)
    const named = name === undefined || select.isTest ? undefined : scope.find(name)
    if (named) {
      this.#names.set(select, name as string)
      return named
    }
    const field = this.#field(select, select.operand, select.field, false, scope)
    return select.isTest ? BOOL : field
  }

  #field(place: Expression, operand: Expression, field: string, optional: boolean, scope: Scope): CelType {
    const operandType = this.#substitutions.resolve(this.check(operand, scope))
    const unwrapped = isOptional(operandType) ? (operandType.parameters[0] as CelType) : operandType
    const type = this.#fieldType(place, unwrapped, field)
    if (type.kind === 'error') return type
    return optional || unwrapped !== operandType ? optionalOf(type) : type
  }

  #fieldType(place: Expression, type: CelType, field: string): CelType {
    switch (type.kind) {
      case 'map':
        return type.value
      case 'object': {
        const found = fieldTypeOf(type, field)
        if (found) return found
        this.#report(place, `undefined field '${field}'`)
        return DYN
      }
      case 'variable':
        this.#substitutions.assignable(DYN, type)
        return DYN
      default:
        if (isDynamic(type)) return DYN
        this.#report(place, `type '${typeName(type)}' does not support field selection`)
        return ERROR
    }
  }

  #call(expression: Call, scope: Scope): CelType {
    if (expression.name === '_?._') return this.#optionalSelect(expression, scope)
    const { target, args, name: written } = expression
    for (const argument of args) this.check(argument, scope)
    const name = written.replace(/^\./, '')
    const prefix = target && qualifiedName(target)
    const qualified = prefix === undefined ? undefined : `${prefix}.${name}`
    // A qualified function name parses as a call on a receiver.
    if (qualified !== undefined && this.#functions.find(qualified)) {
      return this.#resolve(expression, qualified, undefined, args)
    }
    if (target) this.check(target, scope)
    return this.#resolve(expression, name, target, args)
  }

  #optionalSelect(expression: Call, scope: Scope): CelType {
    const [operand, field] = expression.args as [Expression, Expression]
    const name = field.kind === 'literal' && field.literal.type === 'string' ? field.literal.value : ''
    this.#types.set(field, { kind: 'string' })
    this.#calls.set(expression, { name: '_?._', overloads: [], operands: expression.args, isMember: false })
    return this.#field(expression, operand, name, true, scope)
  }

  #resolve(
    expression: Call,
    name: string,
    target: Expression | undefined,
    args: readonly Expression[],
  ): CelType {
    const declared = this.#functions.find(name)
    if (!declared) return this.#undeclared(expression, name)
    const operands = target ? [target, ...args] : args
    const types = operands.map((operand) => this.#types.get(operand) as CelType)
    if (name === '_&&_' || name === '_||_') return this.#logical(expression, name, declared, types)
    const overloads: Overload[] = []
    let result: CelType | undefined
    for (const overload of declared) {
      if (overload.isMember !== (target !== undefined)) continue
      const { parameters, result: declaredResult } = instantiate(overload, this.#substitutions)
      if (!this.#substitutions.assignableAll(types, parameters)) continue
      overloads.push(overload)
      const type = this.#substitutions.resolve(declaredResult)
      if (result === undefined) result = type
      else if (result.kind !== 'dyn' && !sameType(result, type)) result = DYN
    }
    if (result === undefined) {
      const shown = types.map((type) => typeName(this.#substitutions.resolve(type, true)))
      const applied = target ? `${shown[0]}.(${shown.slice(1).join(', ')})` : `(${shown.join(', ')})`
      this.#report(expression, `found no matching overload for '${name}' applied to '${applied}'`)
      return ERROR
    }
    this.#calls.set(expression, { name, overloads, operands, isMember: target !== undefined })
    return result
  }

  /** Reports the operand of a logical operator that is not a bool. */
  #logical(
    expression: Call,
    name: string,
    overloads: readonly Overload[],
    types: readonly CelType[],
  ): CelType {
    const before = this.errors.length
    expression.args.forEach((operand, index) => {
      this.#assert(operand, types[index] as CelType, BOOL)
    })
    if (this.errors.length > before) return ERROR
    this.#calls.set(expression, { name, overloads, operands: expression.args, isMember: false })
    return BOOL
  }

  #list(list: ListLiteral, scope: Scope): CelType {
    let common: CelType | undefined
    list.elements.forEach((element, index) => {
      const type = this.check(element, scope)
      common = this.#join(element, common, list.optional.has(index) ? this.#unwrap(element, type) : type)
    })
    return listOf(common ?? this.#substitutions.fresh())
  }

  #map({ entries }: MapLiteral, scope: Scope): CelType {
    let keys: CelType | undefined
    let values: CelType | undefined
    for (const { key, value, isOptional: mayBeMissing } of entries) {
      keys = this.#join(key, keys, this.check(key, scope))
      const type = this.check(value, scope)
      values = this.#join(value, values, mayBeMissing ? this.#unwrap(value, type) : type)
    }
    return mapOf(keys ?? this.#substitutions.fresh(), values ?? this.#substitutions.fresh())
  }

  /** The value type of an optional. */
  #unwrap(expression: Expression, type: CelType): CelType {
    const resolved = this.#substitutions.resolve(type)
    if (isOptional(resolved)) return resolved.parameters[0] as CelType
    if (!isDynamic(resolved)) this.#mismatch(expression, optionalOf(resolved), resolved)
    return resolved
  }

  #join(place: Expression, previous: CelType | undefined, current: CelType): CelType {
    if (previous === undefined) return current
    if (this.#substitutions.assignable(previous, current)) {
      return this.#substitutions.mostGeneral(previous, current)
    }
    if (this.#allowsMixedLiterals) return DYN
    this.#mismatch(place, previous, current)
    return ERROR
  }

  #mismatch(place: Expression, expected: CelType, found: CelType): void {
    const [wanted, given] = [expected, found].map((type) => typeName(this.#substitutions.resolve(type)))
    this.#report(place, `expected type '${wanted}' but found '${given}'`)
  }

  #message(message: MessageLiteral, scope: Scope): CelType {
    const type = this.#findMessageType(message.name)
    if (type) {
      for (const field of message.fields) this.#messageField(type, field, scope)
      return type
    }
    const named = scope.find(message.name)
    if (!named) return this.#undeclared(message, message.name)
    this.#report(message, `'${message.name}' is not a ${named.kind === 'type' ? 'message ' : ''}type`)
    return ERROR
  }

  #messageField(message: ObjectType, field: MessageField, scope: Scope): void {
    const { name, value, isOptional: mayBeMissing } = field
    const found = this.check(value, scope)
    const given = mayBeMissing ? this.#unwrap(value, found) : found
    const declared = fieldTypeOf(message, name)
    if (declared === undefined) {
      this.#report(field, `undefined field '${name}'`)
    } else if (!this.#substitutions.assignable(given, declared)) {
      const [wanted, provided] = [declared, this.#substitutions.resolve(given)].map((type) => typeName(type))
      this.#report(
        field,
        `expected type of field '${name}' is '${wanted}' but provided type is '${provided}'`,
      )
    }
  }

  #comprehension(fold: Comprehension, scope: Scope): CelType {
    const range = this.#substitutions.resolve(this.check(fold.range, scope))
    const accumulated = this.check(fold.init, scope)
    const outer = scope.with([fold.accumulator, accumulated])
    const variables = this.#iterated(fold, range)
    const inner = outer.with(...variables)
    this.#assert(fold.condition, this.check(fold.condition, inner), BOOL)
    this.#assert(fold.step, this.check(fold.step, inner), accumulated)
    return this.#substitutions.resolve(this.check(fold.result, outer))
  }

  /** The variables of a comprehension: items of a list, or keys of a map; a second variable is the value. */
  #iterated({ range, variable, secondVariable }: Comprehension, type: CelType): [string, CelType][] {
    let types: readonly [key: CelType, value: CelType]
    if (type.kind === 'list') types = [INT, type.element]
    else if (type.kind === 'map') types = [type.key, type.value]
    else if (isDynamic(type) || type.kind === 'variable') {
      this.#substitutions.assignable(DYN, type)
      types = [DYN, DYN]
    } else {
      this.#report(
        range,
        `expression of type '${typeName(type)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
      )
      types = [ERROR, ERROR]
    }
    const [key, value] = types
    if (secondVariable === undefined) return [[variable, type.kind === 'list' ? value : key]]
    return [
      [variable, key],
      [secondVariable, value],
    ]
  }

  #assert(place: Expression, found: CelType, expected: CelType): void {
    if (!this.#substitutions.assignable(found, expected)) this.#mismatch(place, expected, found)
  }
}

/** Names of types and functions have no more parts. */
const MAX_PARTS = 8

/** `a.b.c`, if an expression is a short chain of names. */
function qualifiedName(expression: Expression): string | undefined {
  const fields: string[] = []
  let node = expression
  while (node.kind === 'select' && !node.isTest && fields.length < MAX_PARTS) {
    fields.push(node.field)
    node = node.operand
  }
  if (node.kind !== 'identifier') return undefined
  return [node.name.replace(/^\./, ''), ...fields.reverse()].join('.')
}
