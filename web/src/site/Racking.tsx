const boxes = [
  'M40 52h56v48H40z',
  'M104 64h40v36h-40z',
  'M232 44h64v56h-64z',
  'M48 140h64v48H48z',
  'M184 152h44v36h-44z',
  'M236 136h52v52h-52z',
  'M40 236h48v40H40z',
  'M96 224h60v52H96z',
  'M244 232h56v44h-56z',
]
const marked = ['M152 56h56v44h-56z', 'M120 148h56v40h-56z', 'M172 228h64v48h-64z']

/** A rack with boxes: an ornament beside the head line, so small screens do without it. */
export function Racking() {
  return (
    <svg viewBox="0 0 336 300" className="hidden w-full lg:block" aria-hidden="true">
      <rect width="336" height="300" rx="8" className="fill-hover" />
      <path className="fill-accent-soft stroke-edge" strokeWidth="1.5" d={boxes.join('')} />
      <path className="fill-accent" d={marked.join('')} />
      <path
        className="stroke-on-accent"
        strokeWidth="2"
        d="M172 66h16M140 158h16M196 240h16"
        strokeLinecap="round"
      />
      <path className="fill-edge" d="M24 24h6v260h-6zM306 24h6v260h-6z" />
      <path className="fill-edge" d="M24 100h288v6H24zM24 188h288v6H24zM24 276h288v6H24z" />
    </svg>
  )
}
