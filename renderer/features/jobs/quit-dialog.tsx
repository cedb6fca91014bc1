import { useEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useApp } from '../../store/create-store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { answerQuit, noteQuitShown } from './job-commands.ts'
import styles from './quit-dialog.module.css'
import { kindWords, wordState } from './job-words.ts'

/** What becomes of running jobs when the person quits. Escape stays. */
export function QuitDialog() {
  const isAsked = useApp((state) => state.isQuitAsked)
  const running = useApp(useShallow((state) => state.mainJobs.filter((job) => job.state === 'running')))
  const count = running.length
  useEffect(() => {
    if (isAsked) noteQuitShown()
  }, [isAsked])
  return (
    <Dialog
      isOpen={isAsked}
      onClose={() => {
        answerQuit('stay')
      }}
      title={count === 1 ? 'One job still runs' : `${String(count)} jobs still run`}
      description={`Quitting ends ${count === 1 ? 'it' : 'them'}. Choose what becomes of ${count === 1 ? 'it' : 'them'} first.`}
      footer={
        <>
          <Button onClick={() => answerQuit('stay')}>Stay</Button>
          <Button kind="danger" title="Ends them at once; nothing is kept" onClick={() => answerQuit('discard')}>
            Discard
          </Button>
          <Button
            title="The windows close; Pipescope ends when the jobs have come to their end by themselves"
            onClick={() => answerQuit('finish-first')}
          >
            Finish in the background
          </Button>
          <Button kind="primary" onClick={() => answerQuit('stop-and-save')}>
            Stop and save
          </Button>
        </>
      }
    >
      <ul className={styles.list}>
        {running.map((job) => (
          <li key={job.id}>
            <span className={styles.title}>{`${kindWords[job.kind]}: ${job.title}`}</span>
            <span className={styles.text}>{wordState(job)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
