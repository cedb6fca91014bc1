import { useEffect, useState } from 'react'
import { pathOfFile } from '../../bridge/bridge.ts'
import styles from './drop-zone.module.css'
import { openFile } from '../open-documents.ts'

/** A trace file dropped anywhere opens. The keyboard way is Ctrl+O. */
export function DropZone() {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const drop = (event: DragEvent) => {
      setIsOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      for (const file of event.dataTransfer?.files ?? []) openFile(pathOfFile(file))
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])
  if (!isOver) return null
  return (
    <div className={styles.zone}>
      <span className={styles.words}>Drop to open</span>
    </div>
  )
}
