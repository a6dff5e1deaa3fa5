import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { errorsPage } from './errors.js'
import { flagsPage } from './flags.js'
import { kindPages } from './kinds.js'
import { kubeApiserverFlagsPage } from './kube-apiserver-flags.js'
import { libraryPage } from './library.js'
import { metricsPage } from './metrics.js'

/** Relative to the project folder. */
export const FOLDER = 'docs/reference'
const KINDS = 'kinds'

/** Every generated page by its path in the folder. */
export async function renderPages(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['errors.md', errorsPage()],
    ['flags.md', flagsPage()],
    ['kube-apiserver-flags.md', kubeApiserverFlagsPage()],
    ['library.md', libraryPage()],
    ['metrics.md', await metricsPage()],
    ...[...(await kindPages())].map(([name, text]) => [`${KINDS}/${name}.md`, text] as const),
  ])
}

/** Pages in the folders of generated pages that are no longer generated. */
export function leftOver(pages: ReadonlyMap<string, string>): readonly string[] {
  return readdirSync(join(FOLDER, KINDS))
    .map((name) => `${KINDS}/${name}`)
    .filter((path) => !pages.has(path))
}
