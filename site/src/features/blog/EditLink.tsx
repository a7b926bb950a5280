"use client";

import { Icon } from "@academy/shared/Icon";
import { island } from "@/islands/island";
import { useSession } from "@/session/useSession";

/** The way back into the editor, for the article's author only. */
export default island("EditLink", ({ id, author, label }: { id: string; author: string; label: string }) => {
  const { user } = useSession();
  if (!label || !user || user.id !== author) return null;
  return (
    <a href={`/admin/dashboard?tab=articles&edit=${encodeURIComponent(id)}`}>
      <Icon name="edit" size={18} /> {label}
    </a>
  );
});
