import { createServer } from '#index.js'

/** Several servers in one process, in memory: `several-members.js COUNT`. Prints their URLs, separated by commas. */
const servers = await Promise.all(
  Array.from({ length: Number(process.argv[2]) }, () =>
    createServer({ storage: 'memory', port: 0, logLevel: 'error' }),
  ),
)
console.log(servers.map(({ url }) => url).join(','))
process.on('SIGTERM', async () => {
  await Promise.all(servers.map((server) => server.close()))
  process.exit(0)
})
