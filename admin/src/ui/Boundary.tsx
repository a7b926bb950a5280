import { Component, type ReactNode } from "react";

interface Props {
  onFail: () => void;
  children: ReactNode;
}

/** Shows nothing once its content has failed to show, and says so by `onFail`. */
export class Boundary extends Component<Props> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override componentDidCatch() {
    this.props.onFail();
  }
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
