import { notifications } from "@mantine/notifications";

/** Good news at the top of the page, gone after 2.5 s (spec §9). */
export function toastSuccess(message: string): void {
  notifications.show({ message, color: "teal", autoClose: 2500, className: "toast-positive", role: "status" });
}

/** Bad news at the top of the page, gone after 5 s (spec §9). */
export function toastError(message: string): void {
  notifications.show({ message, color: "red", autoClose: 5000, className: "toast-negative", role: "alert" });
}
