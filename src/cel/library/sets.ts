import { comparesItems } from '#cel/cost/models.js'
import { BOOL, listOf, parameter } from '#cel/types.js'
import { includes } from '#cel/values/collections.js'
import type { CelList } from '#cel/values/values.js'
import { declare, type FunctionDeclaration, overload } from './declaration.js'

/** Lists as sets: neither the order of items nor how often one occurs matters. */

const LIST = listOf(parameter('A'))

const contains = (list: CelList, sublist: CelList): boolean =>
  [...sublist].every((item) => includes(list, item))
const intersects = (left: CelList, right: CelList): boolean => [...left].some((item) => includes(right, item))

export const sets: readonly FunctionDeclaration[] = [
  declare('sets.contains', overload([LIST, LIST], BOOL, contains, comparesItems(1))),
  declare(
    'sets.equivalent',
    overload(
      [LIST, LIST],
      BOOL,
      (left: CelList, right: CelList) => contains(left, right) && contains(right, left),
      comparesItems(2),
    ),
  ),
  declare('sets.intersects', overload([LIST, LIST], BOOL, intersects, comparesItems(1))),
]
