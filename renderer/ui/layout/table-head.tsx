interface HeadColumn {
  readonly label: string
  readonly className?: string | undefined
  /** On hover. */
  readonly title?: string
  /** For screen readers only: the column of buttons. */
  readonly isHidden?: boolean
}

/** The head of an ordinary table. A column that is only a text has nothing else to it. */
export function TableHead({ columns }: { readonly columns: readonly (string | HeadColumn)[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const { label, className, title, isHidden }: HeadColumn =
            typeof column === 'string' ? { label: column } : column
          return (
            <th key={label} scope="col" className={className} title={title}>
              {isHidden === true ? <span className="visually-hidden">{label}</span> : label}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
