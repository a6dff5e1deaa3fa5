import { networkInterfaces } from 'node:os'

/** An address of this machine that others may reach; undefined without a network. */
export const OUTER_ADDRESS = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address
