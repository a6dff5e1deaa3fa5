import type { Benchmark } from '../benchmark.js'
import { formats } from '../printouts/formats.js'
import { stages } from '../printouts/stages.js'
import { apply } from './apply.js'
import { audited } from './audit.js'
import { cluster } from './cluster.js'
import { codec } from './codec.js'
import { definitions } from './definitions.js'
import { etcd } from './etcd.js'
import { federation } from './federation.js'
import { federationProxy } from './federation-proxy.js'
import { federationScale } from './federation-scale.js'
import { federationSearch } from './federation-search.js'
import { freshLists } from './fresh.js'
import { growth } from './growth.js'
import { loop } from './loop.js'
import { memory } from './memory.js'
import { rbac } from './rbac.js'
import { get, list } from './read.js'
import { secureGets } from './secure.js'
import { start } from './start.js'
import { testing } from './testing.js'
import { idle, secureWatch, watch } from './watch.js'
import { workloads } from './workloads.js'
import { create, patch, remove, replace, store } from './write.js'

/** Benchmarks by name, in the order of the tables. */
export interface Part {
  readonly title: string
  readonly benchmarks: Readonly<Record<string, readonly Benchmark[]>>
  /** Whether it is part of a full run. */
  readonly isInFullRun: boolean
}

export const PARTS: readonly Part[] = [
  {
    title: 'Speed, start and memory',
    benchmarks: { get, list, create, patch, watch, start, memory },
    isInFullRun: true,
  },
  { title: 'Apply', benchmarks: { apply }, isInFullRun: true },
  { title: 'Growth', benchmarks: { growth, loop }, isInFullRun: true },
  { title: 'Custom resources', benchmarks: { definitions }, isInFullRun: false },
  {
    title: 'Access',
    benchmarks: { access: [...secureGets, ...secureWatch, ...rbac, ...audited] },
    isInFullRun: false,
  },
  {
    title: 'More',
    benchmarks: {
      fresh: freshLists,
      store,
      replace,
      delete: remove,
      idle,
      codec,
      etcd,
      workloads,
      cluster,
      federation: [...federation, ...federationSearch, ...federationProxy, ...federationScale],
      search: federationSearch,
      proxy: federationProxy,
      scale: federationScale,
      testing,
    },
    isInFullRun: false,
  },
]

/** Measurements inside this process, with their own tables. */
export const PRINTOUTS: Readonly<Record<string, () => string>> = { formats, stages }

export const BENCHMARK_NAMES = PARTS.flatMap(({ benchmarks }) => Object.keys(benchmarks))
