import { readFileSync } from 'node:fs'

/** The version of the nearest package.json above this file. */
export function packageVersion(): string {
  for (let folder = new URL('.', import.meta.url); folder.pathname !== '/'; folder = new URL('..', folder)) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as Record<
        string,
        string
      >
      if (name === 'binnacle' && version !== undefined) return version
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return '0.0.0'
}
