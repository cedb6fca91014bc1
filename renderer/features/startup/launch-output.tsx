import { useEffect, useRef, useState } from 'react'
import { formatBytes, quantityText } from '../../../shared/base/format.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { added, type Pieces } from './output-pieces.ts'
import styles from './launches-list.module.css'
import shared from './startup-screen.module.css'
import { startupLabels } from './startup-labels.ts'

const streams = ['stdout', 'stderr'] as const
const nothing: Pieces = { kept: [], isCut: false }

/** Both streams, read on once a second. */
export function Output({ launchId, isRunning }: { readonly launchId: string; readonly isRunning: boolean }) {
  const [texts, setTexts] = useState({ stdout: nothing, stderr: nothing })
  const offsets = useRef({ stdout: 0, stderr: 0 })
  useEffect(() => {
    let isStopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      for (const stream of streams) {
        // oxlint-disable-next-line no-await-in-loop -- one question at a time
        const got = await invoke('launch.output', { launchId, stream, fromOffset: offsets.current[stream] })
        if (isStopped) return
        offsets.current[stream] = got.nextOffset
        setTexts((current) => ({ ...current, [stream]: added(current[stream], got) }))
      }
      if (isRunning) timer = setTimeout(() => background(read(), 'launch.output'), 1000)
    }
    background(read(), 'launch.output')
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [launchId, isRunning])
  return (
    <div className={styles.output}>
      {(texts.stdout.isCut || texts.stderr.isCut) && (
        <p className={shared.hint}>{startupLabels.launchesList.onlyEndShown}</p>
      )}
      {streams.map((stream) => (
        <section
          key={stream}
          aria-label={stream === 'stdout' ? startupLabels.launchesList.output : startupLabels.launchesList.errors}
        >
          <h4>{stream === 'stdout' ? startupLabels.launchesList.output : startupLabels.launchesList.errors}</h4>
          <pre className="selectable">
            {texts[stream].kept.length === 0
              ? isRunning
                ? startupLabels.launchesList.noOutputYet
                : startupLabels.launchesList.noOutput
              : texts[stream].kept.map((piece) =>
                  piece.missingBytes === 0 ? (
                    piece.text
                  ) : (
                    <span key={piece.at} className={styles.missing}>
                      {startupLabels.launchesList.missing(quantityText(formatBytes(piece.missingBytes)))}
                    </span>
                  ),
                )}
          </pre>
        </section>
      ))}
    </div>
  )
}
