import type { CustomResourceColumnDefinition } from '#kinds/apiextensions/customresourcedefinition/schema.js'
import { formatAge } from '#registry/serialize/age.js'
import { type Cell, type Column, NAME } from '#registry/serialize/column.js'
import { isJsonObject } from '#schema/json-object.js'
import type { CustomResource } from './custom-resource-codec.js'
import { JsonPath } from './json-path.js'
import { RowBudget } from './row-budget.js'

const CREATED = '.metadata.creationTimestamp'

const AGE: CustomResourceColumnDefinition = {
  name: 'Age',
  type: 'date',
  description: 'Time since the object was created.',
  jsonPath: CREATED,
}

/** The table columns of a version: the name, then those of the definition. */
export function customResourceColumns(
  definitions: readonly CustomResourceColumnDefinition[] | undefined,
): readonly Column<CustomResource>[] {
  const given = definitions === undefined || definitions.length === 0 ? [AGE] : definitions
  // The first invalid path ends the table, as in kube-apiserver.
  const paths = given.map(({ jsonPath }) => new JsonPath(jsonPath))
  const unreadable = paths.findIndex(({ isReadable }) => !isReadable)
  const shown = unreadable === -1 ? given : given.slice(0, unreadable)
  const isAge = ({ type, jsonPath }: CustomResourceColumnDefinition) =>
    type === 'date' && jsonPath === CREATED
  const age = shown.find(isAge)
  const budget = new RowBudget()
  return [
    NAME,
    ...shown.map((definition, index) => {
      const { name, format = '', priority = 0, jsonPath } = definition
      const type = definition.type as Column<CustomResource>['type']
      const description =
        definition.description ?? `Custom resource definition column (in JSONPath format): ${jsonPath}`
      const column = { name, type, format, wide: priority, description }
      // The age needs no object, and rows are cached without it.
      if (definition === age) return column
      const path = paths[index] as JsonPath
      const cell = CELLS[type]
      return {
        ...column,
        passing: type === 'date',
        cell: (object: CustomResource, now: number) =>
          budget.within(object, () => cell(path.first(object, budget), now, budget)) ?? null,
      }
    }),
  ]
}

/** What a column of a type shows: nothing for values of another type. */
const CELLS: Readonly<
  Record<Column<CustomResource>['type'], (value: unknown, now: number, budget: RowBudget) => Cell | null>
> = {
  string: (value, _, budget) => (value === undefined || value === null ? null : textOf(value, budget)),
  integer: (value) =>
    typeof value === 'number' ? Math.trunc(value) : typeof value === 'bigint' ? value : null,
  number: (value) => (typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : null),
  boolean: (value) => (typeof value === 'boolean' ? value : null),
  date: (value, now) => {
    if (typeof value !== 'string') return null
    if (value === '') return '<unknown>'
    return RFC_3339.test(value) ? formatAge(value, now) : '<invalid>'
  },
}

const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[-+]\d\d:\d\d)$/

/** Objects and lists are shown as JSON. */
function textOf(value: unknown, budget: RowBudget): string {
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value !== 'string') return orderedJson(value, budget)
  budget.write(value.length)
  return value
}

/** The number format of Go. */
function formatNumber(value: number): string {
  const isSmall = value !== 0 && Math.abs(value) < 1e-4
  return (isSmall ? value.toExponential() : String(value)).replace(/e([-+])(\d)$/, 'e$10$2')
}

/** Writing a value costs as much as visiting this many. */
const WRITING_VALUES = 5

/** JSON as Go writes it: sorted properties and escaped HTML characters. */
function orderedJson(value: unknown, budget: RowBudget): string {
  budget.visit(WRITING_VALUES)
  if (Array.isArray(value)) return `[${value.map((item) => orderedJson(item, budget)).join(',')}]`
  if (isJsonObject(value)) {
    const members = Object.keys(value)
      .sort()
      .map((name) => `${quoted(name, budget)}:${orderedJson(value[name], budget)}`)
    return `{${members.join(',')}}`
  }
  return typeof value === 'string' ? quoted(value, budget) : String(value)
}

function quoted(text: string, budget: RowBudget): string {
  budget.write(text.length)
  return JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
