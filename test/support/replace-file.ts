import { rename, writeFile } from 'node:fs/promises'

/** Puts a file in the place of another at once: whoever reads meanwhile finds the one or the other, and never half of it. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const next = `${path}.next`
  await writeFile(next, content)
  await rename(next, path)
}
