import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** All files of a run are in one folder, which is deleted at the end. */
let workspace: Promise<string> | undefined

async function makeWorkspace(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  return folder
}

/** Creates an empty folder, with the purpose as prefix of its name. */
export async function newFolder(purpose: string): Promise<string> {
  workspace ??= makeWorkspace()
  return mkdtemp(join(await workspace, `${purpose}-`))
}

export async function newFile(purpose: string, content: Buffer | string): Promise<string> {
  const file = join(await newFolder(purpose), 'content')
  await writeFile(file, content)
  return file
}
