/** The frame a code is held into: its margins, as parts of what is shown. As the frame in CameraDialog. */
const margin = { x: 0.03, y: 0.18 }
/** Aspect ratio of the shown picture. The rest is cut off. */
const shape = 16 / 9

/** The part of a picture of this size that lies in the frame, in whole pixels. Nothing else is looked at. */
export function bandOf(width: number, height: number) {
  const shown = { width: Math.min(width, height * shape), height: Math.min(height, width / shape) }
  const [left, top] = [(width - shown.width) / 2, (height - shown.height) / 2]
  return {
    x: Math.round(left + shown.width * margin.x),
    y: Math.round(top + shown.height * margin.y),
    width: Math.round(shown.width * (1 - 2 * margin.x)),
    height: Math.round(shown.height * (1 - 2 * margin.y)),
  }
}
