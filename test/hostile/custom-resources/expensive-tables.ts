import { type CustomResourceAttack, Kind, list, object, times } from './custom-resources.js'

/** Tables whose columns search or show whole large objects. */

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json'
const ITEM = object({ name: { type: 'string' }, size: { type: 'integer' } })
const SPEC = object({ list: list(ITEM) })
const large = () => ({ list: times(12_000, (index) => ({ name: `item-${index}`, size: index })) })

const columns = (count: number, jsonPath: string) => ({
  additionalPrinterColumns: times(count, (index) => ({ name: `C${index}`, type: 'string', jsonPath })),
})

function shown(plural: string, what: string, count: number, jsonPath: string): CustomResourceAttack {
  const kind = new Kind(plural)
  return {
    name: `a table of ${count} columns ${what}`,
    prepare: [
      kind.define(SPEC, 201, columns(count, jsonPath)),
      ...times(3, (index) => kind.create(large, 201, { name: `o${index}` })),
    ],
    steps: [
      kind.get('/o1', TABLE),
      kind.get('', TABLE),
      kind.get('?includeObject=Object', TABLE),
      kind.get('?watch=true&timeoutSeconds=1', TABLE),
    ],
  }
}

export const expensiveTables: readonly CustomResourceAttack[] = [
  shown('filtered', 'that filter', 60, '.spec.list[?(@.name=="nothing")].size'),
  shown('wild', 'with wildcards', 60, '.spec.list[*].name'),
  shown('recursive', 'that search the whole object', 60, '..name'),
  shown('whole', 'that show all of an object', 60, '.spec'),
]
