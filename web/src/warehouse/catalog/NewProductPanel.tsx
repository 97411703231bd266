export default function NewProductPanel() {
  return null
}
