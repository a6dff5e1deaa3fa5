import { startBare, startBinnacle } from '../processes.js'
import { compare, type Figures, measureLoad } from '../rounds.js'
import { COLLECTION, createMany, sample } from '../stage.js'

const OBJECTS = 5000
const LISTS = [
  { work: 'list limit=500', path: `${COLLECTION}?limit=500`, connections: 4 },
  { work: 'list all 5,000', path: COLLECTION, connections: 2 },
  {
    work: 'list by a selector that matches 10 of 5,000',
    path: `${COLLECTION}?labelSelector=rare%3Dyes`,
    connections: 4,
  },
]

/** Lists over 5,000 objects, beside a bare server that answers the same bytes. */
export async function list(): Promise<Figures[]> {
  const results: Figures[] = []
  for (const { work, path, connections } of LISTS) {
    const stage = (url: string) => createMany(url, OBJECTS)
    const body = await sample(path, stage)
    const load = { script: 'get', connections, path }
    results.push(
      await compare(
        `${work}, ${connections} connections`,
        'requests/s',
        () => measureLoad(startBinnacle, load, stage),
        () => measureLoad(() => startBare(body, 200), load),
      ),
    )
  }
  return results
}
