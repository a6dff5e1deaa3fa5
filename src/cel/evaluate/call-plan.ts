import type { ResolvedCall } from '#cel/check/checked.js'
import { EXTRA_COSTS } from '#cel/cost/model.js'
import type { Overload } from '#cel/library/declaration.js'
import { noSuchOverload } from '#cel/values/failure.js'
import { type CelValue, typeNameOf } from '#cel/values/values.js'
import type { Activation, PlanContext, Step } from './activation.js'
import { planOperator } from './operator-plan.js'
import { acceptsStatically, acceptsValue } from './runtime-types.js'

type Apply = (...args: readonly CelValue[]) => CelValue

/** A call that evaluates all its arguments. */
export function planCall(resolved: ResolvedCall, operands: readonly Step[], planner: PlanContext): Step {
  const operator = planOperator(resolved.name, operands)
  if (operator) return operator
  const types = resolved.operands.map((operand) => planner.typeOf(operand))
  const [only] = resolved.overloads
  const isCertain = resolved.overloads.length === 1 && acceptsStatically(only as Overload, types)
  if (isCertain && operands.length === 2) return planBinary(only as Overload, operands as [Step, Step])
  const choose = isCertain ? () => only as Overload : chooser(resolved)
  return (activation) => {
    const args = operands.map((operand) => operand(activation))
    const { apply, cost } = choose(args)
    const length = args.reduce((sum: number, argument) => sum + lengthOf(argument), 0)
    spend(activation, cost?.count?.(args) ?? 1, length)
    const result = (apply as unknown as Apply)(...args)
    if (cost?.countResult) activation.spend(cost.countResult(result))
    return result
  }
}

/** The usual case, without an argument list where the cost does not depend on it. */
function planBinary({ apply, cost }: Overload, [first, second]: readonly [Step, Step]): Step {
  const call = apply as unknown as (left: CelValue, right: CelValue) => CelValue
  const { count, countResult } = cost ?? {}
  return (activation) => {
    const left = first(activation)
    const right = second(activation)
    spend(activation, count ? count([left, right]) : 1, lengthOf(left) + lengthOf(right))
    const result = call(left, right)
    if (countResult) activation.spend(countResult(result))
    return result
  }
}

/** Chooses the overload by the run-time types of the arguments. */
function chooser({ name, overloads }: ResolvedCall): (args: readonly CelValue[]) => Overload {
  return (args) => {
    const chosen = overloads.find(({ parameters }) =>
      parameters.every((type, index) => acceptsValue(type, args[index] as CelValue)),
    )
    if (!chosen) throw noSuchOverload(name, args.map(typeNameOf))
    return chosen
  }
}

function lengthOf(argument: CelValue): number {
  if (typeof argument === 'string') return argument.length
  return argument instanceof Uint8Array ? argument.length : 0
}

const spend = (activation: Activation, published: number, length: number) =>
  activation.spend(Math.max(published, Math.floor(length * EXTRA_COSTS.perCharacter)))
