import Heed
import Testing

@Suite("The examples of Coming from Combine", .printing)
struct ComingFromCombineExamples {
    @KeyValueObservable
    final class SignUp {
        var name = ""
        var password = ""
        var isComplete: Bool { !name.isEmpty && password.count >= 8 }
    }

    final class Button {
        var isEnabled = true
    }

    @Test("A computed property takes the part of combineLatest, a binding that of assign")
    func signUp() {
        let button = Button()
        let form = SignUp()
        let binding = form.bind(\.isComplete, to: button, \.isEnabled)
        form.name = "Alice"
        form.password = "long enough"
        // button.isEnabled is true
        #expect(button.isEnabled)
        form.password = ""
        #expect(!button.isEnabled)
        binding.invalidate()
    }
}
