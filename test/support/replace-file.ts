import { rename, writeFile } from 'node:fs/promises'

/** Replaces a file atomically, so that readers never see a partial one. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const next = `${path}.next`
  await writeFile(next, content)
  await rename(next, path)
}
