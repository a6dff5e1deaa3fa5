import { formats } from '../printouts/formats.js'
import { stages } from '../printouts/stages.js'
import type { Work } from '../work.js'
import { apply } from './apply.js'
import { audited } from './audit.js'
import { codec } from './codec.js'
import { definitions } from './definitions.js'
import { etcd } from './etcd.js'
import { federation } from './federation.js'
import { freshLists } from './fresh.js'
import { growth } from './growth.js'
import { loop } from './loop.js'
import { memory } from './memory.js'
import { rbac } from './rbac.js'
import { get, list } from './read.js'
import { secureGets } from './secure.js'
import { start } from './start.js'
import { idle, secureWatch, watch } from './watch.js'
import { workloads } from './workloads.js'
import { create, patch, remove, replace, store } from './write.js'

/** Works under the names that they are asked for by, in the order of the tables. */
export interface Part {
  readonly title: string
  readonly works: Readonly<Record<string, readonly Work[]>>
  /** Whether it belongs to a full run. */
  readonly usual: boolean
}

export const PARTS: readonly Part[] = [
  {
    title: 'Speed, start and memory',
    works: { get, list, create, patch, watch, start, memory },
    usual: true,
  },
  { title: 'Apply', works: { apply }, usual: true },
  { title: 'Growth', works: { growth, loop }, usual: true },
  { title: 'Defined kinds', works: { definitions }, usual: false },
  {
    title: 'Access',
    works: { access: [...secureGets, ...secureWatch, ...rbac, ...audited] },
    usual: false,
  },
  {
    title: 'More',
    works: { fresh: freshLists, store, replace, delete: remove, idle, codec, etcd, workloads, federation },
    usual: false,
  },
]

/** What is measured inside this process, and has tables of its own. */
export const PRINTOUTS: Readonly<Record<string, () => string>> = { formats, stages }

export const WORK_NAMES = PARTS.flatMap(({ works }) => Object.keys(works))
