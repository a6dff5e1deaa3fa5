import type { ResolvedCall } from '../check/checked.js'
import type { Overload } from '../library/declaration.js'
import { noSuchOverload } from '../values/failure.js'
import { CelList, type CelValue, typeNameOf } from '../values/values.js'
import type { Frame, Step } from './frame.js'
import { planOperator } from './operator-plan.js'
import type { PlanContext } from './plan-context.js'
import { acceptsStatically, acceptsValue } from './runtime-types.js'

type Apply = (...args: readonly CelValue[]) => CelValue

/**
 * The published costs take some functions for constant that are not. This many characters or items, beyond what is
 * published, cost 1, so that no function is free on text or lists of any length.
 */
const UNPUBLISHED_PER_COST = 1000

/** A call of a function whose arguments are all evaluated. */
export function planCall(resolved: ResolvedCall, operands: readonly Step[], planner: PlanContext): Step {
  const operator = planOperator(resolved.name, operands)
  if (operator) return operator
  const types = resolved.operands.map((operand) => planner.typeOf(operand))
  const [only] = resolved.overloads
  const isCertain = resolved.overloads.length === 1 && acceptsStatically(only as Overload, types)
  const choose = isCertain ? () => only as Overload : chooser(resolved)
  return (frame) => {
    const args = operands.map((operand) => operand(frame))
    const overload = choose(args)
    const result = (overload.apply as unknown as Apply)(...args)
    spend(frame, overload, args, result)
    return result
  }
}

/** Finds the overload for the types that arguments have at run time. */
function chooser({ name, overloads }: ResolvedCall): (args: readonly CelValue[]) => Overload {
  return (args) => {
    const chosen = overloads.find(({ parameters }) =>
      parameters.every((type, index) => acceptsValue(type, args[index] as CelValue)),
    )
    if (!chosen) throw noSuchOverload(name, args.map(typeNameOf))
    return chosen
  }
}

function spend(frame: Frame, { cost }: Overload, args: readonly CelValue[], result: CelValue): void {
  const published = cost?.count?.(args, result) ?? 1
  let length = 0
  for (const argument of args) {
    if (typeof argument === 'string' || argument instanceof Uint8Array) length += argument.length
    else if (argument instanceof CelList) length += argument.size
  }
  frame.spend(Math.max(published, Math.floor(length / UNPUBLISHED_PER_COST)))
}
