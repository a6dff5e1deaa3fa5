import { coreCells } from './core.js'
import type { CellsExample } from './example.js'
import { networkingCells } from './networking.js'
import { podCells } from './pods.js'
import { workloadCells } from './workloads.js'

export type { CellsExample } from './example.js'

export const cellsExamples: readonly CellsExample[] = [
  ...podCells,
  ...coreCells,
  ...workloadCells,
  ...networkingCells,
]
