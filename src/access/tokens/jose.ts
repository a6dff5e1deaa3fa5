import { lazy } from '#util/memoize.js'

/** What signs and verifies tokens. Servers that see no signed token never load it. */
export const jose = lazy(() => import('jose'))
