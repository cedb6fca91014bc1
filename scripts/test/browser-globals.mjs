import { MessageChannel } from 'node:worker_threads'

// Browsers have it; the context that a test file of the page runs in lacks it.
Object.assign(globalThis, { MessageChannel })
