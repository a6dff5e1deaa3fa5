/** The thread that reads YAML: a body per message, and what it holds as JSON for an answer. */
import { parentPort } from 'node:worker_threads'
import { type YamlAnswer, type YamlRequest, YamlService } from './yaml-service.js'

if (parentPort === null) throw new Error('the thread that reads YAML was started as a program')
const port = parentPort
const service = new YamlService()

port.on('message', (request: YamlRequest) => {
  const answer = service.read(request)
  port.postMessage(answer, answer.json === undefined ? [] : [answer.json.buffer])
})
port.postMessage({} satisfies YamlAnswer)
