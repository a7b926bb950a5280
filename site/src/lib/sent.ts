/**
 * Notes the texts of a form while it is sent. The function that it returns empties the form, unless something was typed
 * into it since.
 */
export function noteSent(form: HTMLFormElement): () => void {
  const texts = () => JSON.stringify([...form.querySelectorAll<HTMLInputElement>("input, textarea")].map(textOf));
  const sent = texts();
  return () => {
    if (texts() === sent) form.reset();
  };
}

const textOf = ({ value }: HTMLInputElement) => value;
