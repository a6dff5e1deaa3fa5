/** The thread that reads and writes YAML. Each message is a body or an object; the response is its result. */
import { parentPort } from 'node:worker_threads'
import { type YamlRequest, type YamlResponse, YamlService } from './service.js'

if (parentPort === null) throw new Error('the thread for YAML was started as a program')
const port = parentPort
const service = new YamlService()

port.on('message', (request: YamlRequest) => {
  const response = service.handle(request)
  port.postMessage(response, response.bytes === undefined ? [] : [response.bytes.buffer])
})
port.postMessage({} satisfies YamlResponse)
