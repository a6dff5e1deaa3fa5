import type { LimitRangeItem } from '#kinds/core/limitrange/schema.js'
import type { Amounts } from '#kinds/shared/pod/pod-resources.js'
import { compareQuantities, quantityAsNumber } from '#schema/quantity.js'

/** The requests and limits of a container, a pod or a claim. */
export interface Use {
  readonly requests: Amounts
  /** Undefined for claims, which have no limits. */
  readonly limits: Amounts | undefined
}

/** The errors of requests and limits that are outside the bounds of one item. */
export function violations(bounds: Readonly<LimitRangeItem>, use: Use): readonly string[] {
  const problems: string[] = []
  const check = (
    amounts: Amounts | undefined,
    problem: (name: string, bound: string) => string | undefined,
  ) => {
    for (const [name, bound] of Object.entries(amounts ?? {})) {
      const found = problem(name, bound)
      if (found !== undefined) problems.push(found)
    }
  }
  const { type } = bounds
  check(bounds.min, (name, bound) =>
    tooLittle(amountsFor(use, name), bound, `minimum ${name} usage per ${type} is ${bound}`),
  )
  check(bounds.max, (name, bound) =>
    tooMuch(amountsFor(use, name), bound, `maximum ${name} usage per ${type} is ${bound}`),
  )
  // A claim has no limit to compare with its request.
  if (use.limits === undefined) return problems
  check(bounds.maxLimitRequestRatio, (name, bound) =>
    tooFarApart(amountsFor(use, name), bound, `${name} max limit to request ratio per ${type} is ${bound}`),
  )
  return problems
}

interface ResourceUse {
  readonly request: string | undefined
  readonly limit: string | undefined
  readonly hasLimits: boolean
}

function amountsFor({ requests, limits }: Use, name: string): ResourceUse {
  const of = (amounts: Amounts) => (Object.hasOwn(amounts, name) ? amounts[name] : undefined)
  return { request: of(requests), limit: limits && of(limits), hasLimits: limits !== undefined }
}

function tooLittle({ request, limit }: ResourceUse, least: string, rule: string): string | undefined {
  if (request === undefined) return `${rule}.  No request is specified`
  if (compareQuantities(request, least) < 0) return `${rule}, but request is ${request}`
  if (limit !== undefined && compareQuantities(limit, least) < 0) return `${rule}, but limit is ${limit}`
  return undefined
}

function tooMuch({ request, limit, hasLimits }: ResourceUse, most: string, rule: string): string | undefined {
  if (hasLimits && limit === undefined) return `${rule}.  No limit is specified`
  if (!hasLimits && request === undefined) return `${rule}.  No request is specified`
  if (limit !== undefined && compareQuantities(limit, most) > 0) return `${rule}, but limit is ${limit}`
  if (request !== undefined && compareQuantities(request, most) > 0)
    return `${rule}, but request is ${request}`
  return undefined
}

const isNothing = (amount: string | undefined) => amount === undefined || compareQuantities(amount, '0') === 0

function tooFarApart(
  { request = '0', limit = '0' }: ResourceUse,
  most: string,
  rule: string,
): string | undefined {
  if (isNothing(request)) return `${rule}, but no request is specified or request is 0`
  if (isNothing(limit)) return `${rule}, but no limit is specified or limit is 0`
  const ratio = quantityAsNumber(limit) / quantityAsNumber(request)
  return ratio > quantityAsNumber(most) ? `${rule}, but provided ratio is ${ratio.toFixed(6)}` : undefined
}
