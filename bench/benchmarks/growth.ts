import type { Benchmark } from '../benchmark.js'
import type { Build } from '../binnacle.js'
import type { Figure, Figures, Row } from '../row.js'
import { COLLECTION, startStocked } from '../stock.js'
import { GROWTH } from '../targets.js'
import { type Load, measureLoad } from '../wrk.js'

const FEW = 1000
const MANY = 100_000
const LISTED = 5000

const getAll = (objects: number): Load => ({
  script: 'get-many',
  path: COLLECTION,
  connections: 16,
  environment: { BENCH_OBJECTS: String(objects) },
})
/** Every list differs from the one before, so that no cached response is reused. */
const selectTen: Load = { script: 'fresh', path: `${COLLECTION}?labelSelector=rare%3Dyes`, connections: 4 }

async function readsAt(build: Build, objects: number): Promise<{ get: Figure; selected: Figure }> {
  const server = await startStocked(build, objects)
  try {
    return {
      get: await measureLoad(server, getAll(objects)),
      selected: await measureLoad(server, selectTen),
    }
  } finally {
    await server.stop()
  }
}

/** Reads of few objects, as the ratio of their cost among many objects to that among few. */
async function reads(build: Build): Promise<Figures> {
  const few = await readsAt(build, FEW)
  const many = await readsAt(build, MANY)
  const grown = (name: 'get' | 'selected') => ({
    processor: { value: (many[name].cpu ?? 0) / (few[name].cpu ?? 1), cpu: many[name].cpu },
    time: { value: few[name].value / many[name].value },
  })
  return new Map<Row, Figure>([
    [GROWTH.get, grown('get').processor],
    [GROWTH.getRate, grown('get').time],
    [GROWTH.selected, grown('selected').processor],
    [GROWTH.selectedRate, grown('selected').time],
  ])
}

const LISTS: readonly (readonly [Row, number])[] = [
  [GROWTH.listed10, 10],
  [GROWTH.listed100, 100],
  [GROWTH.listed500, 500],
  [GROWTH.listed5000, 5000],
]

/** The cost per object, in lists of different lengths. */
async function lists(build: Build): Promise<Figures> {
  const figures = new Map<Row, Figure>()
  for (const [row, limit] of LISTS) {
    const server = await startStocked(build, LISTED)
    try {
      const path = `${COLLECTION}?limit=${limit}&labelSelector=app`
      const { cpu = 0 } = await measureLoad(server, { script: 'fresh', path, connections: 4 })
      figures.set(row, { value: cpu / limit, cpu })
    } finally {
      await server.stop()
    }
  }
  return figures
}

export const growth: Benchmark[] = [{ ours: reads }, { ours: lists }]
