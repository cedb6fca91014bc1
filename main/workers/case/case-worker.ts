import { err, ok } from '../../../shared/base/result.ts'
import { serveWorker } from '../serve-worker.ts'
import { gcdumpOf, lookAtTrace, maskTrace } from './case-parts.ts'
import type { CaseProtocol } from './case-protocol.ts'
import { countersOf, metersOf } from './counter-tables.ts'
import { maskText } from './mask-text.ts'
import { CasePacker } from './pack-case.ts'
import { readPackageText, unpackFile } from './read-package.ts'
import { readCase, verifyCase } from './verify-case.ts'

const noPackage = err({ kind: 'not-found', what: 'package' } as const)

/** Entry of the worker thread of a case: carries messages, and has the package that is being written. */
serveWorker<CaseProtocol>(() => {
  let packer: CasePacker | null = null
  const discard = (): void => {
    packer?.discard()
    packer = null
  }
  return {
    questions: {
      counters: (asked) => countersOf(asked),
      meters: (asked) => metersOf(asked),
      mask: (asked) => maskTrace(asked),
      'mask-text': (asked) => maskText(asked),
      look: (asked) => lookAtTrace(asked),
      gcdump: (asked) => gcdumpOf(asked),
      async pack({ files, ...order }, { signal, progress }) {
        discard()
        packer = new CasePacker(order, progress)
        const added = await packer.add(files, signal)
        if (!added.ok) discard()
        return added
      },
      async 'pack-more'({ files }, { signal }) {
        if (packer === null) return noPackage
        const added = await packer.add(files, signal)
        if (!added.ok) discard()
        return added
      },
      async 'pack-close'({ texts }) {
        if (packer === null) return noPackage
        const closed = await packer.close(texts)
        if (!closed.ok) discard()
        return closed
      },
      'pack-keep': () => {
        const kept = packer?.keep()
        packer = null
        return kept === undefined ? noPackage : ok(kept)
      },
      'pack-discard': () => {
        discard()
        return ok(null)
      },
      verify: ({ paths, password }, { signal, progress }) => verifyCase(paths, password, { signal, onBytes: progress }),
      read: ({ paths, password }, { signal, progress }) => readCase(paths, password, { signal, onBytes: progress }),
      'read-text': (asked) => readPackageText(asked),
      unpack: (asked) => unpackFile(asked),
    },
    onMessage: () => undefined,
    onClose: discard,
  }
})
