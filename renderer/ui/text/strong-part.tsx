import { ValueText } from './value.tsx'

interface StrongPartProps {
  readonly text: string
  /** The figure in it. */
  readonly part: string
}

/** A whole sentence with its figure in bold, so that another language can put the figure where it belongs. */
export function StrongPart({ text, part }: StrongPartProps) {
  const at = text.indexOf(part)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <b className="tabular">
        <ValueText text={part} />
      </b>
      {text.slice(at + part.length)}
    </>
  )
}
