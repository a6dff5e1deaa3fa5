import {
  ACCUMULATOR,
  bool,
  type Call,
  type Comprehension,
  call,
  type Expression,
  identifier,
  int,
  list,
  memberCall,
} from './ast.js'
import { CelSyntaxError } from './cel-error.js'

/** Expands macros. The expansion is part of the language: the cost of a macro is the cost of its expansion. */
export function expandMacro(written: Call, hasBindings = false): Expression {
  const { name, target, args } = written
  if (target === undefined) return name === 'has' && args.length === 1 ? presenceTest(written) : written
  if (hasBindings && name === 'bind' && args.length === 3 && isNamed(target, 'cel')) return binding(written)
  return MACROS.get(`${name}/${args.length}`)?.(written, target, args) ?? written
}

type Macro = (written: Call, target: Expression, args: readonly Expression[]) => Expression

const accumulator = (at: number) => identifier(at, ACCUMULATOR)

/** `step` receives the arguments after the variables. */
interface Fold {
  readonly init: (at: number) => Expression
  readonly condition?: (at: number) => Expression
  readonly step: (at: number, args: readonly Expression[], variables: readonly string[]) => Expression
  readonly result?: (at: number) => Expression
}

const fold =
  (variableCount: 1 | 2, { init, condition, step, result }: Fold): Macro =>
  ({ at }, range, args) => {
    const variables = args.slice(0, variableCount).map((argument) => variableName(argument))
    if (variables[0] === variables[1])
      throw new CelSyntaxError(at, `duplicate variable name: ${variables[0]}`)
    const comprehension: Comprehension = {
      kind: 'comprehension',
      at,
      range,
      variable: variables[0] as string,
      secondVariable: variables[1],
      accumulator: ACCUMULATOR,
      init: init(at),
      condition: condition?.(at) ?? bool(at, true),
      step: step(at, args.slice(variableCount), variables),
      result: result?.(at) ?? accumulator(at),
    }
    return comprehension
  }

function variableName(argument: Expression): string {
  if (argument.kind !== 'identifier' || argument.name.startsWith('.')) {
    throw new CelSyntaxError(argument.at, 'argument is not an identifier')
  }
  return argument.name
}

const ALL: Fold = {
  init: (at) => bool(at, true),
  condition: (at) => call(at, '@not_strictly_false', accumulator(at)),
  step: (at, [predicate]) => call(at, '_&&_', accumulator(at), predicate as Expression),
}

const EXISTS: Fold = {
  init: (at) => bool(at, false),
  condition: (at) => call(at, '@not_strictly_false', call(at, '!_', accumulator(at))),
  step: (at, [predicate]) => call(at, '_||_', accumulator(at), predicate as Expression),
}

const EXISTS_ONE: Fold = {
  init: (at) => int(at, 0n),
  step: (at, [predicate]) =>
    call(
      at,
      '_?_:_',
      predicate as Expression,
      call(at, '_+_', accumulator(at), int(at, 1n)),
      accumulator(at),
    ),
  result: (at) => call(at, '_==_', accumulator(at), int(at, 1n)),
}

/** Appends an element to a list, if `condition` is absent or true. */
const append = (at: number, element: Expression, condition?: Expression): Expression =>
  unless(at, condition, call(at, '_+_', accumulator(at), list(at, element)))

const unless = (at: number, condition: Expression | undefined, step: Expression): Expression =>
  condition === undefined ? step : call(at, '_?_:_', condition, step, accumulator(at))

const conditionAndRest = (args: readonly Expression[]) =>
  args.length === 2
    ? { condition: args[0], element: args[1] as Expression }
    : { element: args[0] as Expression }

const MAP: Fold = {
  init: (at) => list(at),
  step: (at, args) => {
    const { condition, element } = conditionAndRest(args)
    return append(at, element, condition)
  },
}

const FILTER: Fold = {
  init: (at) => list(at),
  step: (at, [predicate], [variable]) => append(at, identifier(at, variable as string), predicate),
}

const insertInto = (insert: string): Fold => ({
  init: (at) => ({ kind: 'map', at, entries: [] }),
  step: (at, args, [key]) => {
    const { condition, element } = conditionAndRest(args)
    const inserted =
      insert === '@mapInsert'
        ? call(at, insert, accumulator(at), identifier(at, key as string), element)
        : call(at, insert, accumulator(at), element)
    return unless(at, condition, inserted)
  },
})

const isNamed = (expression: Expression, name: string) =>
  expression.kind === 'identifier' && expression.name === name

/** The value of `result` with a variable bound to `init`. */
const withBound = (
  at: number,
  variable: Expression,
  init: Expression,
  result: Expression,
): Comprehension => ({
  kind: 'comprehension',
  at,
  range: list(at),
  variable: '#unused',
  secondVariable: undefined,
  accumulator: variableName(variable),
  init,
  condition: bool(at, false),
  step: identifier(at, variableName(variable)),
  result,
})

/** `cel.bind(x, a, f(x))`: f of `a`. */
const binding = ({ at, args }: Call): Comprehension =>
  withBound(at, ...(args as [Expression, Expression, Expression]))

/** `a.optMap(x, f(x))`: f of the value of `a`, if there is one. */
const optionalMap =
  (wrap: (at: number, mapped: Expression) => Expression): Macro =>
  ({ at }, target, [variable, mapping]) => {
    const value = memberCall(at, target, 'value')
    const mapped = withBound(at, variable as Expression, value, mapping as Expression)
    return call(at, '_?_:_', memberCall(at, target, 'hasValue'), wrap(at, mapped), call(at, 'optional.none'))
  }

const MACROS: ReadonlyMap<string, Macro> = new Map([
  ['all/2', fold(1, ALL)],
  ['exists/2', fold(1, EXISTS)],
  ['exists_one/2', fold(1, EXISTS_ONE)],
  ['existsOne/2', fold(1, EXISTS_ONE)],
  ['map/2', fold(1, MAP)],
  ['map/3', fold(1, MAP)],
  ['filter/2', fold(1, FILTER)],
  ['all/3', fold(2, ALL)],
  ['exists/3', fold(2, EXISTS)],
  ['exists_one/3', fold(2, EXISTS_ONE)],
  ['existsOne/3', fold(2, EXISTS_ONE)],
  ['transformList/3', fold(2, MAP)],
  ['transformList/4', fold(2, MAP)],
  ['transformMap/3', fold(2, insertInto('@mapInsert'))],
  ['transformMap/4', fold(2, insertInto('@mapInsert'))],
  ['transformMapEntry/3', fold(2, insertInto('@mapInsertEntries'))],
  ['transformMapEntry/4', fold(2, insertInto('@mapInsertEntries'))],
  ['optMap/2', optionalMap((at, mapped) => call(at, 'optional.of', mapped))],
  ['optFlatMap/2', optionalMap((_, mapped) => mapped)],
])

function presenceTest({ at, args: [argument] }: Call): Expression {
  if (argument?.kind !== 'select' || argument.isTest) {
    throw new CelSyntaxError(argument?.at ?? 0, 'invalid argument to has() macro')
  }
  return { ...argument, at, isTest: true }
}
