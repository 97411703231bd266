import { isSoundOn } from './device.ts'
import type { Answer } from './queue.ts'

/** Pairs of hertz: up is good, down is bad, the same twice wants a look. */
const tones: Record<Answer['tone'], readonly [number, number]> = {
  ok: [660, 990],
  warn: [520, 520],
  bad: [330, 165],
}
const buzzes: Record<Answer['tone'], number | number[]> = {
  ok: 50,
  warn: [50, 50, 50],
  bad: [50, 50, 200],
}
const toneSeconds = 0.09
/** Milliseconds. */
const firstSoundAfter = 150

let audio: AudioContext | undefined

/** Says by sound and vibration what the band says in words: people look at the shelf. */
export function signal(tone: Answer['tone']) {
  if ('vibrate' in navigator) navigator.vibrate(buzzes[tone])
  // The answer is painted before. The first sound takes a slow device 200 ms, and holds up even a paint that has begun.
  if (isSoundOn()) requestAnimationFrame(() => setTimeout(sound, audio ? 0 : firstSoundAfter, tone))
}

/** Signals an answer once it is there, as to a press. */
export const signalAnswer = async (answer: Answer | Promise<Answer>) => signal((await answer).tone)

function sound(tone: Answer['tone']) {
  audio ??= new AudioContext()
  // Until somebody has touched the page the browser plays nothing, and keeps nothing to play later.
  if (audio.state === 'suspended') {
    void audio.resume()
    return
  }
  tones[tone].forEach((frequency, i) => play(frequency, i * toneSeconds))
}

function play(frequency: number, after: number) {
  if (!audio) return
  const begin = audio.currentTime + after
  const voice = audio.createOscillator()
  const volume = audio.createGain()
  voice.frequency.value = frequency
  volume.gain.setValueAtTime(0.2, begin)
  volume.gain.exponentialRampToValueAtTime(0.001, begin + toneSeconds)
  voice.connect(volume).connect(audio.destination)
  voice.start(begin)
  voice.stop(begin + toneSeconds)
}
