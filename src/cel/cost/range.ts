/** A size or cost between two bounds, inclusive. */
export interface Range {
  readonly min: number
  readonly max: number
}

/** Sizes and costs are capped here. */
export const UNBOUNDED = 2 ** 64

export const UNKNOWN: Range = { min: 0, max: UNBOUNDED }
export const ZERO: Range = { min: 0, max: 0 }
export const ONE: Range = { min: 1, max: 1 }

const bounded = (value: number) => Math.min(value, UNBOUNDED)

export const exactly = (value: number): Range => ({ min: value, max: value })
export const add = (left: Range, right: Range): Range => ({
  min: bounded(left.min + right.min),
  max: bounded(left.max + right.max),
})
export const multiply = (left: Range, right: Range): Range => ({
  min: bounded(left.min * right.min),
  max: bounded(left.max * right.max),
})
/** Rounded up. */
export const scale = ({ min, max }: Range, factor: number): Range => ({
  min: bounded(Math.ceil(min * factor)),
  max: bounded(Math.ceil(max * factor)),
})
/** The smallest range that contains both. */
export const union = (left: Range, right: Range): Range => ({
  min: Math.min(left.min, right.min),
  max: Math.max(left.max, right.max),
})
