import { KubeConfig } from '@kubernetes/client-node'
import { Operator } from './operator.ts'

const config = new KubeConfig()
config.loadFromDefault()
const operator = new Operator(config, { log: console.error })
await operator.start()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => operator.stop())
