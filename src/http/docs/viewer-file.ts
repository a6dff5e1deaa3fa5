import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * Swagger UI draws the page. It is needed to develop and to build only: the build copies these files to where the
 * compiled server looks for them first.
 */
export const VIEWER_PACKAGE = 'swagger-ui-dist'
export const VIEWER_FOLDER = new URL('./viewer/', import.meta.url)
export const VIEWER_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css'] as const
export type ViewerFile = (typeof VIEWER_FILES)[number]

export function viewerFile(name: ViewerFile): URL | string {
  const built = new URL(name, VIEWER_FOLDER)
  return existsSync(built) ? built : createRequire(import.meta.url).resolve(`${VIEWER_PACKAGE}/${name}`)
}
